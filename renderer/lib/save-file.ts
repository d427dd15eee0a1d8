/** Offers pieces of text as a file to save. */
export function saveFile(name: string, pieces: readonly string[], type: string): void {
  const url = URL.createObjectURL(new Blob([...pieces], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken hold of the bytes once the click is dealt with.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}

/** A name that every system takes: `plan-trip-710bbfa8.otlp.json`. */
export function fileName(name: string, id: string, ending: string): string {
  const safe = name
    .normalize('NFKD')
    .replace(/[^\w.-]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .slice(0, 60);
  return `${safe === '' ? 'trace' : safe}-${id.replace(/\W/g, '').slice(0, 8)}.${ending}`;
}
