/** A schema, or one inside of it, as those read it that walk through schemas. */
export interface SchemaNode {
  readonly type?: string;
  readonly default?: unknown;
  readonly const?: unknown;
  readonly anyOf?: readonly SchemaNode[];
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly patternProperties?: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
  readonly items?: SchemaNode;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
}

/** The texts that a schema lets choose from; undefined where it is no choice of texts. */
export function choiceOf({ anyOf }: SchemaNode): readonly string[] | undefined {
  const texts = anyOf?.map((option) => option.const);
  return texts?.every((text) => typeof text === 'string') ? texts : undefined;
}
