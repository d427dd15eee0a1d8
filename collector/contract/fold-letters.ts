const ASCII = /^[\0-\x7f]*$/;
const ACCENTS = /[\u0300-\u036f]+/g;

/** A text as every search compares it: letters without case, accents and width, so that "cafe" finds "Café". */
export function foldLetters(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text.normalize('NFKD').toLowerCase().replace(ACCENTS, '').replaceAll('ς', 'σ').normalize('NFC');
}
