import { errorMessage } from '../lib/error-message.ts';
import { isDamage } from '../query/failed-answer.ts';

/** What `read` gives; null where the database is damaged there, of which `onDamaged` is told why. Throws any other error. */
export function unlessDamaged<T>(read: () => T, onDamaged: (why: string) => void = () => {}): T | null {
  try {
    return read();
  } catch (error) {
    if (!isDamage(error)) throw error;
    onDamaged(errorMessage(error));
    return null;
  }
}
