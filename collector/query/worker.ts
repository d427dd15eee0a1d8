import { OPERATIONS, type OperationTable } from './operations.ts';
import { runReader } from './serve.ts';

const operations: OperationTable = OPERATIONS;

runReader((reader, { name, parameters }) =>
  reader.consistently(() => operations[name]!(reader, ...(parameters as never[]))),
);
