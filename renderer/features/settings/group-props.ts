import type { Settings } from '../../../collector/contract/settings.ts';

/** What the content of a group is drawn from. */
export type GroupProps = { readonly settings: Settings };
