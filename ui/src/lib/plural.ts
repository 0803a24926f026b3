/** The languages of the house. */
export type Language = "en" | "fr";

/** A text for each kind of number that a language tells apart; `other` stands in for the rest. `{n}` is the number. */
export type Forms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

/** The text for `count` things: English says "0 cards", French « 0 carte ». */
export function plural(language: Language, count: number, forms: Forms): string {
  const kind = new Intl.PluralRules(language).select(count);
  return (forms[kind] ?? forms.other).replaceAll("{n}", new Intl.NumberFormat(language).format(count));
}
