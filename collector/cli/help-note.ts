import type { AddHelpTextContext } from 'commander';

/**
 * What a help says below its lists, in lines as wide as those are. `paragraphs` is called when the help is asked for: it may need
 * what a command can do without.
 */
export const helpNote =
  (paragraphs: () => readonly string[]) =>
  ({ command }: AddHelpTextContext): string => {
    const help = command.createHelp();
    const width = command.configureOutput().getOutHelpWidth?.() ?? 80;
    return `\n${paragraphs()
      .map((text) => help.boxWrap(text, width))
      .join('\n')}`;
  };
