/** Lets another thread see whether this one comes to the end of what it is at. */
export class Pulse {
  /** Odd while it is at something. */
  readonly beats: Int32Array<SharedArrayBuffer>;

  constructor(beats = new Int32Array(new SharedArrayBuffer(4))) {
    this.beats = beats;
  }

  /** Differs for each piece of work; null between two. */
  get at(): number | null {
    const beat = Atomics.load(this.beats, 0);
    return beat % 2 === 0 ? null : beat;
  }

  during(work: () => void): void {
    Atomics.add(this.beats, 0, 1);
    try {
      work();
    } finally {
      Atomics.add(this.beats, 0, 1);
    }
  }
}
