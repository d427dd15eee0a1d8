/** Markup that may stand in a page as it is. */
class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  toString(): string {
    return this.text;
  }
}
export type { Html };

export type Shown = string | number | false | Html | null | undefined | readonly Shown[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character]!);

function show(value: Shown): string {
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'string' || typeof value === 'number') return escape(String(value));
  return value.map((one) => show(one)).join('');
}

/** Markup from a template: whatever is put in is escaped, but for markup that was made here. */
export const html = (parts: TemplateStringsArray, ...values: readonly Shown[]): Html =>
  new Html(parts.map((part, i) => part + show(values[i])).join(''));
