import type { Message, MessagePart } from '../../collector/contract/messages.ts';

export type PartOf<Type extends MessagePart['type']> = Extract<MessagePart, { type: Type }>;
export type ToolCallPart = PartOf<'tool_call'>;
export type ToolResponsePart = PartOf<'tool_call_response'>;
export type ContentPart = Exclude<MessagePart, ToolCallPart | ToolResponsePart>;

export type MessageEntry = {
  readonly kind: 'message';
  readonly id: string;
  readonly message: Message;
  /** Everything but tool calls and results, which have cards of their own. */
  readonly parts: readonly ContentPart[];
  /** The names of the tools that this message calls. */
  readonly calls: readonly string[];
  /** False where more of the same message follows after a tool that its provider ran in between. */
  readonly isEnd: boolean;
};

export type ToolEntry = {
  readonly kind: 'tool';
  readonly id: string;
  readonly name: string;
  readonly call: ToolCallPart | null;
  readonly callMessage: Message | null;
  readonly response: ToolResponsePart | null;
  readonly responseMessage: Message | null;
  /** What came along with the result: images, errors. */
  readonly extra: readonly ContentPart[];
};

export type ThreadEntry = MessageEntry | ToolEntry;

type Response = {
  readonly part: ToolResponsePart;
  readonly message: Message;
  readonly extra: ContentPart[];
  taken: boolean;
};

/**
 * A conversation as a thread: each message once, each tool call and its result as one card, in the place of the call. A
 * result belongs to the first earlier call with its id; without an id, to the first call of its name that has no result.
 * A result that no call asked for keeps its own place. An answer in which the provider itself ran tools is several pieces,
 * with the tools where they ran.
 */
export function buildThread(messages: readonly Message[]): ThreadEntry[] {
  const responses = new Map<Message, Response[]>(
    messages.map((message) => [message, collectResponses(message)]),
  );
  const pairs = pairCalls(messages, [...responses.values()].flat());
  const entries: ThreadEntry[] = [];
  const seen = new Map<string, number>();
  for (const message of messages) {
    const nth = seen.get(message.id) ?? 0;
    seen.set(message.id, nth + 1);
    const id = nth === 0 ? message.id : `${message.id}:${nth}`;
    const own = responses.get(message) ?? [];
    const pieces = piecesOf(message, own.length > 0);
    let calls = 0;
    pieces.forEach((piece, at) => {
      const names = piece.calls.map((call) => call.name);
      const pieceId = at === 0 ? id : `${id}:piece:${at}`;
      const isEnd = at === pieces.length - 1;
      entries.push({ kind: 'message', id: pieceId, message, parts: piece.parts, calls: names, isEnd });
      for (const call of piece.calls)
        entries.push(callEntry(`${id}:call:${calls++}`, call, message, pairs.get(call) ?? null));
    });
    own.forEach((response, at) => {
      if (!response.taken) entries.push(responseEntry(`${id}:response:${at}`, response));
    });
  }
  return entries;
}

type Piece = { readonly parts: ContentPart[]; readonly calls: ToolCallPart[] };

/** What is said and called up to each result in a message; of a tool's message, whose content goes with its results, none. */
function piecesOf(message: Message, hasResults: boolean): readonly Piece[] {
  const isAnswer = message.role === 'assistant';
  const pieces: Piece[] = [{ parts: [], calls: [] }];
  let isAfterResult = false;
  for (const part of message.parts) {
    if (isAfterResult && part.type !== 'tool_call_response') pieces.push({ parts: [], calls: [] });
    isAfterResult = isAnswer && part.type === 'tool_call_response';
    const piece = pieces.at(-1);
    if (part.type === 'tool_call') piece?.calls.push(part);
    else if (isContent(part) && (isAnswer || !hasResults)) piece?.parts.push(part);
  }
  const said = pieces.filter(({ parts, calls }) => parts.length > 0 || calls.length > 0);
  return said.length > 0 || hasResults ? said : pieces;
}

/** Whether two entries are of the very same messages and parts, and so look the same: what is drawn can stay. */
export function isSameEntry(a: ThreadEntry, b: ThreadEntry): boolean {
  if (a === b) return true;
  if (a.id !== b.id) return false;
  if (a.kind === 'message' && b.kind === 'message') return a.message === b.message;
  if (a.kind !== 'tool' || b.kind !== 'tool') return false;
  return (
    a.call === b.call &&
    a.callMessage === b.callMessage &&
    a.response === b.response &&
    a.responseMessage === b.responseMessage
  );
}

/** The agents that speak, in order of appearance; none where one alone does and nothing is to be told apart. */
export function speakingAgents(entries: readonly ThreadEntry[]): readonly string[] {
  const names = new Set(entries.flatMap((entry) => entryAgent(entry) ?? []));
  return names.size > 1 ? [...names] : [];
}

/** The agent that said or called it; null for users, and where it is not known. */
export function entryAgent(entry: ThreadEntry): string | null {
  const message = entry.kind === 'message' ? entry.message : (entry.callMessage ?? entry.responseMessage);
  return message === null || message.role === 'user' ? null : message.agent_name;
}

function collectResponses(message: Message): Response[] {
  const responses: Response[] = [];
  let before: ContentPart[] = [];
  for (const part of message.parts) {
    if (part.type === 'tool_call_response') {
      responses.push({ part, message, extra: before, taken: false });
      before = [];
    } else if (isContent(part) && message.role !== 'assistant') {
      (responses.at(-1)?.extra ?? before).push(part);
    }
  }
  return responses;
}

function pairCalls(
  messages: readonly Message[],
  responses: readonly Response[],
): Map<ToolCallPart, Response> {
  const calls = messages.flatMap((message) => message.parts.filter((part) => part.type === 'tool_call'));
  const pairs = new Map<ToolCallPart, Response>();
  const take = (call: ToolCallPart, response: Response | undefined): void => {
    if (response === undefined) return;
    response.taken = true;
    pairs.set(call, response);
  };
  // The last first, so that the next one is taken from the end, and none is looked at again, however many there are.
  const byId = Map.groupBy(responses.toReversed(), ({ part }) => part.id);
  for (const call of calls) if (call.id !== null) take(call, byId.get(call.id)?.pop());
  const left = leftByName(responses.filter(({ taken }) => !taken));
  for (const call of calls) if (!pairs.has(call)) take(call, left(call));
  return pairs;
}

/** Takes the first of the results, in order, that may be of a call as far as ids and names tell; each once. */
function leftByName(responses: readonly Response[]): (call: ToolCallPart) => Response | undefined {
  const left = responses.toReversed();
  const places = new Map(left.map((response, place) => [response, place]));
  const byName = (of: readonly Response[]) => Map.groupBy(of, ({ part }) => part.name);
  const withId = byName(left.filter(({ part }) => part.id !== null));
  const withoutId = byName(left.filter(({ part }) => part.id === null));
  const placeOf = (queue: readonly Response[]): number => places.get(queue.at(-1)!) ?? -1;
  return (call) =>
    (call.id === null ? [withoutId, withId] : [withoutId])
      .flatMap((results) => [results.get(null) ?? [], results.get(call.name) ?? []])
      .reduce((first, queue) => (placeOf(queue) > placeOf(first) ? queue : first))
      .pop();
}

function callEntry(id: string, call: ToolCallPart, message: Message, response: Response | null): ToolEntry {
  return {
    kind: 'tool',
    id,
    name: call.name,
    call,
    callMessage: message,
    response: response?.part ?? null,
    responseMessage: response?.message ?? null,
    extra: response?.extra ?? [],
  };
}

function responseEntry(id: string, response: Response): ToolEntry {
  return {
    kind: 'tool',
    id,
    name: response.part.name ?? response.message.name ?? 'tool',
    call: null,
    callMessage: null,
    response: response.part,
    responseMessage: response.message,
    extra: response.extra,
  };
}

function isContent(part: MessagePart): part is ContentPart {
  return part.type !== 'tool_call' && part.type !== 'tool_call_response';
}
