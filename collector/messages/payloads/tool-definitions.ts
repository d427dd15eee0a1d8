import type { ToolDefinition } from '../../contract/messages.ts';
import { type JsonObject, isObject, stringOf } from '../json.ts';
import type { ReadCache } from '../read-cache.ts';

/** Tool definitions of any provider's form: a list, one definition, its JSON text, or a bare name. */
export function readTools(value: unknown, cache: ReadCache): readonly ToolDefinition[] {
  if (Array.isArray(value)) return value.flatMap((item: unknown) => [...readTools(item, cache)]);
  if (typeof value === 'string') {
    const parsed = cache.decoded(value);
    if (typeof parsed === 'string')
      return parsed === '' ? [] : [{ name: parsed, description: null, parameters: null }];
    return readTools(parsed, cache);
  }
  return isObject(value) ? readTool(value, cache) : [];
}

function readTool(tool: JsonObject, cache: ReadCache): readonly ToolDefinition[] {
  const group = tool['functionDeclarations'] ?? tool['function_declarations'] ?? tool['tools'];
  if (Array.isArray(group)) return readTools(group, cache);
  const inner = [tool['function'], tool['toolSpec']].find(isObject) ?? tool;
  const name = stringOf(inner, 'name') ?? stringOf(tool, 'name', 'type');
  if (name === undefined) return [];
  const schema =
    inner['parameters'] ??
    inner['inputSchema'] ??
    inner['input_schema'] ??
    inner['parametersJsonSchema'] ??
    inner['parameters_json_schema'] ??
    inner['arguments'] ??
    null;
  const parameters =
    isObject(schema) && Object.keys(schema).length === 1 ? (schema['json'] ?? schema) : schema;
  return [
    { name, description: stringOf(inner, 'description') ?? null, parameters: cache.decoded(parameters) },
  ];
}

/** Each name once; of two definitions the one that says more. */
export function mergeTools(tools: Iterable<ToolDefinition>): ToolDefinition[] {
  const byName = new Map<string, ToolDefinition>();
  for (const tool of tools) {
    const known = byName.get(tool.name);
    byName.set(tool.name, {
      name: tool.name,
      description: known?.description ?? tool.description,
      parameters: known?.parameters ?? tool.parameters,
    });
  }
  return [...byName.values()];
}
