import { isTool } from '../conversation-span.ts';
import type { MessageContent } from '../reading.ts';
import { type Atom, AtomReader } from './atoms.ts';
import { History, type HistoryNode } from './history.ts';
import { type CallEntry, ToolLedger } from './ledger.ts';
import type { SpanIndex } from './span-index.ts';
import { type Told, ToldList } from './told.ts';
import { ToldWords } from './told-words.ts';

/**
 * A conversation while it is told: the messages, the tree of what they say, and which answer belongs to which call. An atom
 * comes into the tree in one of three ways, by what is known of it.
 */
export class ToldConversation {
  readonly index: SpanIndex;
  readonly atoms: AtomReader;
  readonly history = new History();
  readonly ledger = new ToolLedger();
  readonly told = new ToldList();
  readonly words = new ToldWords(this.told);

  /** What tools answered by their own spans, by trace and key; there when it is first asked for. */
  #saidByTools: Set<string> | undefined;

  constructor(index: SpanIndex) {
    this.index = index;
    this.atoms = new AtomReader(index.cache);
  }

  /** Whether the span of a tool says that it answered this; then it will be told, whatever the histories hold. */
  isSaidByTool(traceId: string, response: string): boolean {
    this.#saidByTools ??= new Set(
      this.index.forest.spans
        .filter(isTool)
        .flatMap((span) =>
          this.index.readingOf(span).output.map((said) => this.#keyOf(span.record.traceId, said.content)),
        ),
    );
    const parts = [{ type: 'tool_call_response', id: null, name: null, response, is_error: false }] as const;
    return this.#saidByTools.has(
      this.#keyOf(traceId, { role: 'tool', name: null, parts, finishReason: null }),
    );
  }

  #keyOf(traceId: string, content: MessageContent): string {
    return `${traceId}:${this.atoms.keyOf(content)}`;
  }

  /** What follows `parent`, as a history or an answer has it: a call waits for its answer, an answer finds its call. */
  add(parent: HistoryNode, atom: Atom, told: Told): HistoryNode {
    const node = this.history.add(parent, atom, told);
    this.ledger.note(node);
    return node;
  }

  /** The answer of a call from the span of its tool, whatever id the tool's run has, or from one around the call. */
  addAnswer(entry: CallEntry, atom: Atom, told: Told): HistoryNode {
    const node = this.history.add(entry.node, atom, told);
    entry.answer = node;
    return node;
  }

  /**
   * What only a span around calls holds, which says nothing of what it follows. All tools have been told by then: its calls
   * wait for no answer and its answers look for no call, so that it is found again by what it says alone.
   */
  addLoose(atom: Atom, told: Told): HistoryNode {
    return this.history.add(this.history.root, atom, told);
  }
}
