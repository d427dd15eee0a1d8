import { Type, type Static } from 'typebox';
import { Nullable, Timestamp, object } from './common.ts';

const fields = {
  id: Type.String({ description: '16 hex digits' }),
  name: Nullable(Type.String({ description: 'what it is for' })),
  created: Timestamp,
  expires: Nullable(Timestamp),
  is_expired: Type.Boolean(),
};

/** A token that was made for this data directory and not revoked. */
export const Token = object('Token', 'The token itself is kept nowhere. `expires` null: never.', fields);
export type Token = Static<typeof Token>;

export const TokenList = object('TokenList', 'In the order in which they were made.', {
  data: Type.Array(Token),
});
export type TokenList = Static<typeof TokenList>;

export const NewToken = object('NewToken', 'The only answer that has the token itself.', {
  ...fields,
  token: Type.String({ description: 'to be sent as `Authorization: Bearer …`; shown this once' }),
});
export type NewToken = Static<typeof NewToken>;

/** What `POST /api/v1/tokens` takes. */
export const TokenRequest = Type.Object(
  {
    name: Type.Optional(
      Nullable(Type.String({ description: '1 to 100 characters, none that can not be seen' })),
    ),
    ttl_secs: Type.Optional(
      Nullable(
        Type.Integer({
          minimum: 1,
          maximum: 100 * 365 * 24 * 3600,
          description: 'seconds for which it counts; absent: 30 days, null: until it is revoked',
        }),
      ),
    ),
  },
  { title: 'TokenRequest', additionalProperties: false },
);
export type TokenRequest = Static<typeof TokenRequest>;
