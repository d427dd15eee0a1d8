import { runReader } from '../query/serve.ts';
import type { McpAnswer, McpRequest } from '../contract/mcp.ts';
import { createMcpServer } from './server.ts';

let server: ((request: McpRequest) => Promise<McpAnswer>) | undefined;

runReader((reader, { parameters: [request] }) => {
  server ??= createMcpServer(reader);
  return server(request as McpRequest);
});
