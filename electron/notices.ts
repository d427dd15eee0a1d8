import type { Notice, NoticeAction } from './contract/bridge.ts';

const KEPT = 20;
const MAX_TEXT = 600;

export interface NewNotice {
  readonly tone: Notice['tone'];
  readonly text: string;
  readonly actions?: readonly NoticeAction[];
  /** From 0 to 1 of something that runs. */
  readonly progress?: number | null;
}

/** What the window says above its page, newest last; a page that loads later sees it, too. */
export class Notices {
  readonly #notices = new Map<number, Notice>();
  readonly #onChange: (notices: readonly Notice[]) => void;
  #nextId = 1;

  constructor(onChange: (notices: readonly Notice[]) => void) {
    this.#onChange = onChange;
  }

  list(): readonly Notice[] {
    return [...this.#notices.values()];
  }

  /** The same text again stays one notice. Returns its id. */
  add(notice: NewNotice): number {
    const text = firstLines(notice.text);
    const same = this.list().find((one) => one.text === text && one.progress === null);
    if (same) return same.id;
    const id = this.#nextId++;
    this.#set(id, notice, text);
    for (const oldest of [...this.#notices.keys()].slice(0, -KEPT)) this.#notices.delete(oldest);
    this.#tell();
    return id;
  }

  /** Another text or progress in its place; nothing where it was dismissed. */
  update(id: number, notice: NewNotice): void {
    if (!this.#notices.has(id)) return;
    this.#set(id, notice, firstLines(notice.text));
    this.#tell();
  }

  dismiss(id: number): void {
    if (this.#notices.delete(id)) this.#tell();
  }

  #set(id: number, { tone, actions = [], progress = null }: NewNotice, text: string): void {
    this.#notices.set(id, { id, tone, text, actions, progress });
  }

  #tell(): void {
    this.#onChange(this.list());
  }
}

/** Of an error the stack is in the log. */
function firstLines(text: string): string {
  const [head = ''] = text.slice(0, 10 * MAX_TEXT).split(/\n\s+at /, 1);
  return head.length > MAX_TEXT ? `${head.slice(0, MAX_TEXT)}…` : head;
}
