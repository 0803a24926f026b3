import { mount } from "svelte";
import "./fonts.css";
import "./app.css";
import App from "./App.svelte";

mount(App, { target: document.querySelector("#tripot")! });

// Only where there is HTTPS (or localhost), and not while somebody works on the page.
if (import.meta.env.PROD && "serviceWorker" in navigator) {
  addEventListener("load", () => void navigator.serviceWorker.register("/sw.js"));
}
