"""What learners on a GPU and on a processor share: the network, how it draws its moves, and how it learns from what
was won, by policy gradient (PPO) with entropy and a slow pull towards what it was before."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from llvmlite.binding import get_host_cpu_features

from tripot.bots.network import CLIP, read

WIDTH, LAYERS = 256, 2
PARTS, ROUNDS = 8, 2  # of what was played: updates a round, and rounds
LARGEST = 1 << 15  # decisions of one update
RATE, ENTROPY, PULL, CLIPPED = 3e-4, 0.01, 0.05, 0.2
SLOW = 0.95  # how much of the earlier policy is kept each time


def torch_here() -> Any:
    try:
        import torch
    except ImportError as fault:
        raise RuntimeError("training needs PyTorch (pip install torch)") from fault
    return torch


def has_half_numbers(device: str) -> bool:
    """Whether the machine multiplies numbers of half the width (bfloat16) itself: two to four times as fast."""
    features = get_host_cpu_features()
    return device == "cuda" or bool(features.get("avx512bf16") or features.get("amx-bf16"))


def build(torch: Any, size: int, moves: int, device: str, width: int = WIDTH, layers: int = LAYERS) -> Any:
    """The network: hidden layers under a policy and a value; inputs are brought to one scale first."""
    widths = [size] + [width] * layers
    halves = has_half_numbers(device)

    class Net(torch.nn.Module):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.register_buffer("shift", torch.zeros(size))
            self.register_buffer("scale", torch.ones(size))
            self.body = torch.nn.ModuleList([torch.nn.Linear(*pair) for pair in pairwise(widths)])
            self.policy, self.value = torch.nn.Linear(width, moves), torch.nn.Linear(width, 1)

        def forward(self, seen: Any, legal: Any) -> tuple[Any, Any]:
            """The logarithm of every legal move's chance, and the value."""
            with torch.autocast(device, torch.bfloat16, enabled=halves):
                x = ((seen.float() - self.shift) * self.scale).clamp(-CLIP, CLIP)
                for layer in self.body:
                    x = torch.relu(layer(x))
                leaning, value = self.policy(x), self.value(x)
            return torch.log_softmax(leaning.float().masked_fill(~legal, -1e9), -1), value.float()[:, 0]

    return Net().to(device)


def loaded(torch: Any, path: Path, device: str) -> list[Any]:
    """The networks of a file that `save` writes, or `tripot.bots.network.join`."""
    nets = []
    for weights in read(path):
        layers = sum(name.startswith("body.") and name.endswith(".bias") for name in weights)
        sizes = len(weights["shift"]), len(weights["policy.bias"])
        net = build(torch, *sizes, device, len(weights["body.0.bias"]), layers)
        net.load_state_dict({name: torch.as_tensor(value) for name, value in weights.items()})
        nets.append(net)
    return nets


def together(torch: Any, nets: Sequence[Any]) -> Any:
    """Several networks as one player, by the mean of their chances, as in `tripot.bots.network`."""

    def forward(seen: Any, legal: Any) -> tuple[Any, Any]:
        found = [net(seen, legal) for net in nets]
        logs = torch.logsumexp(torch.stack([logs for logs, _ in found]), 0) - math.log(len(nets))
        return logs, torch.stack([values for _, values in found]).mean(0)

    return forward if len(nets) > 1 else nets[0]


def save(net: Any, path: Path) -> None:
    """Weights as `tripot.bots.network` reads them. Whoever reads the file meanwhile gets the old ones, or the new."""
    weights = {name: value.cpu().numpy().astype(np.float16) for name, value in net.state_dict().items()}
    aside = path.with_suffix(".new.npz")
    np.savez_compressed(aside, **weights)
    aside.replace(path)


def sampled(torch: Any, logs: Any) -> Any:
    """A move by its chance (Gumbel's trick: no sum, no search)."""
    noise = torch.empty_like(logs).exponential_().clamp(min=1e-20).log()
    return (logs - noise).argmax(-1)


class Learner:
    """A network that learns, and the slow one that it is pulled towards."""

    def __init__(self, torch: Any, net: Any, slow: Any, entropy: float = ENTROPY, rate: float = RATE) -> None:
        self.torch, self.net, self.slow, self.entropy = torch, net, slow, entropy
        self.optimizer = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=1e-4, fused=True)

    def decide(self, seen: Any, legal: Any) -> dict[str, Any]:
        """Moves for these looks, and all that is learned from later."""
        with self.torch.no_grad():
            logs, values = self.net(seen, legal)
            slow = self.slow(seen, legal)[0]
        moves = sampled(self.torch, logs)
        chosen = logs.gather(1, moves[:, None])[:, 0]
        return {"seen": seen, "legal": legal, "moves": moves, "logs": chosen, "slow": slow.half(), "values": values}

    def improve(self, played: dict[str, Any], gained: Any, known: Any) -> dict[str, float]:
        """Learn from decisions, one row each: what they gained, and of which that is known."""
        torch = self.torch
        wanted = gained + played["values"]
        chosen = (known & (played["legal"].sum(1) > 1)).nonzero()[:, 0]  # where there was something to decide
        mean, spread = gained[chosen].mean(), gained[chosen].std() + 1e-6
        parts = max(PARTS, len(chosen) // LARGEST)
        entropy = pulled = torch.zeros(())
        for _ in range(ROUNDS):
            for part in chosen[torch.randperm(len(chosen), device=chosen.device)].chunk(parts):
                logs, values = self.net(played["seen"][part], played["legal"][part])
                ratio = (logs.gather(1, played["moves"][part][:, None])[:, 0] - played["logs"][part]).exp()
                better = (gained[part] - mean) / spread
                step_up = torch.minimum(ratio * better, ratio.clamp(1 - CLIPPED, 1 + CLIPPED) * better).mean()
                chances, sure = logs.exp(), logs.clamp(min=-30)
                entropy = -(chances * sure).sum(1).mean()
                pulled = (chances * (sure - played["slow"][part].float().clamp(min=-30))).sum(1).mean()
                worth = torch.nn.functional.smooth_l1_loss(values, wanted[part])
                loss = -step_up + 0.5 * worth - self.entropy * entropy + PULL * pulled
                self.optimizer.zero_grad(set_to_none=True)
                loss.backward()
                torch.nn.utils.clip_grad_norm_(self.net.parameters(), 1.0)
                self.optimizer.step()
        with torch.no_grad():
            for one, other in zip(self.slow.parameters(), self.net.parameters(), strict=True):
                one.lerp_(other, 1 - SLOW)
        return {
            "entropy": round(entropy.item(), 3), "pulled": round(pulled.item(), 4), "decisions": len(gained)
        }  # fmt: skip
