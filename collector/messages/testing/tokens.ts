import type { Conversation } from '../../contract/messages.ts';

/** The words `tok-1`, `tok-2`, … in a value, each as often as it comes, in order of their numbers. */
export const tokensIn = (value: unknown): readonly string[] =>
  (JSON.stringify(value).match(/tok-\d+/g) ?? []).toSorted((a, b) => Number(a.slice(4)) - Number(b.slice(4)));

/** The tokens that a conversation tells, in its parts and its tools' definitions. */
export const toldTokens = ({ messages, tools }: Conversation): readonly string[] =>
  tokensIn([...messages.map(({ parts }) => parts), tools]);
