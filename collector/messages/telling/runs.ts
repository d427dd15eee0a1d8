import { type ConversationSpan, hasFailed, isAgent, isModelCall, isTool } from '../conversation-span.ts';
import type { SaidMessage } from '../reading.ts';
import type { Call } from './calls.ts';
import { CallsOfAnswers } from './calls-of-answers.ts';
import type { HistoryNode } from './history.ts';
import type { TellOptions } from './told.ts';
import type { ToldConversation } from './told-conversation.ts';

/** What is beside the calls of an agent. */
interface Run {
  readonly tools: readonly ConversationSpan[];
  /** Those before it belong to earlier calls. */
  next: number;
  readonly lastCall: ConversationSpan | undefined;
}

/**
 * What came of calls whose spans last until their tools are done and tell none of it (`Reading.isAnsweredAround`): the tools
 * beside such a call that ran in its time and, after an agent's last one, the agent's answer. Later histories repeat all that.
 */
export class RunTeller {
  readonly #conversation: ToldConversation;
  readonly #runs = new Map<ConversationSpan, Run>();
  readonly #answers: CallsOfAnswers;

  constructor(conversation: ToldConversation) {
    this.#conversation = conversation;
    this.#answers = new CallsOfAnswers(conversation.index);
  }

  /** Calls are to be handed in the order of their start. Returns where the conversation stands after the run. */
  tell({ span, agentName, answeredAt }: Call, node: HistoryNode): HistoryNode {
    const { index } = this.#conversation;
    const agent = index.forest.parentOf(span);
    if (agent === undefined || !isAgent(agent)) return node;
    const run = this.#runOf(agent);
    let last = node;
    // All calls of one answer come before what answered them.
    for (const tools of this.#answers.group(toolsDuring(span, run))) {
      for (const tool of tools)
        last = this.#tell(index.readingOf(tool).input, last, {
          teller: tool,
          agentName,
          at: index.forest.startOf(tool),
        });
      for (const tool of tools) {
        // It ended the run and is told as its failure.
        if (hasFailed(tool) && hasFailed(agent)) continue;
        const at = index.forest.endOf(tool);
        last = this.#tell(index.readingOf(tool).output, last, { teller: tool, agentName, at });
      }
    }
    if (run.lastCall !== span) return last;
    // The agent goes on after it: a supervisor may have the answer before its agent ends.
    const who = { teller: agent, agentName, at: answeredAt, isAnswerOfCall: true };
    return this.#tell(index.readingOf(agent).output, last, who);
  }

  #tell(messages: readonly SaidMessage[], node: HistoryNode, who: Omit<TellOptions, 'after'>): HistoryNode {
    let last = node;
    for (const said of messages) {
      const told = this.#conversation.told.tell(said, { ...who, after: last.told });
      for (const atom of this.#conversation.atoms.atomsOf(said.content))
        last = this.#conversation.add(last, atom, told);
    }
    return last;
  }

  #runOf(agent: ConversationSpan): Run {
    let run = this.#runs.get(agent);
    if (run === undefined) {
      const { index } = this.#conversation;
      const inside = index.forest.childrenOf(agent);
      const isPart = (span: ConversationSpan): boolean =>
        isModelCall(span) && index.readingOf(span).isAnsweredAround === true;
      run = { tools: inside.filter(isTool), next: 0, lastCall: inside.findLast(isPart) };
      this.#runs.set(agent, run);
    }
    return run;
  }
}

function toolsDuring({ record: call }: ConversationSpan, run: Run): readonly ConversationSpan[] {
  const tools: ConversationSpan[] = [];
  for (; run.next < run.tools.length; run.next++) {
    const tool = run.tools[run.next];
    if (tool === undefined || tool.record.startUnixNano > call.endUnixNano) break;
    if (tool.record.startUnixNano >= call.startUnixNano) tools.push(tool);
  }
  return tools;
}
