type Props = {
  /** What is found, as its name and where nothing is typed. */
  readonly label: string;
  readonly text: string;
  readonly onChange: (text: string) => void;
  /** How it looks, but for its height. */
  readonly className: string;
};

/** Narrows a list that is all there by what is typed; Escape shows all of it again. */
export function FindField({ label, text, onChange, className }: Props) {
  return (
    <input
      type="text"
      role="searchbox"
      aria-label={label}
      placeholder={label}
      value={text}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => event.key === 'Escape' && onChange('')}
      className={`h-7 ${className}`}
    />
  );
}
