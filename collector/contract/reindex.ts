import { Type, type Static } from 'typebox';
import { object } from './common.ts';

export const ReindexRequest = Type.Object(
  {
    max_spans: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 100_000,
        default: 1000,
        description: 'ends after about so many, so that whoever asks sees how far it is and may stop',
      }),
    ),
    all: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'makes all spans due first, for keys and prices that were configured since they came; ask once, then without it',
      }),
    ),
  },
  { title: 'ReindexRequest', description: 'How much is to be read anew.', additionalProperties: false },
);
export type ReindexRequest = Static<typeof ReindexRequest>;

export const Reindexed = object('Reindexed', 'What was read anew.', {
  version: Type.Integer({ description: 'which they are of now' }),
  done_spans: Type.Integer({ description: 'read anew by this request' }),
  unreadable_spans: Type.Integer({
    description: 'of those, spans with damaged bytes: they stay as they were',
  }),
  due_spans: Type.Integer({ description: 'what is left: ask again until it is 0' }),
});
export type Reindexed = Static<typeof Reindexed>;
