import type {
  CallToolRequestParams,
  GetPromptRequestParams,
  StandardSchemaV1,
} from '@modelcontextprotocol/server';

/** The list has one page: a cursor is one that we never gave out. The empty one asks for the first page. */
export const listParams: StandardSchemaV1<unknown, unknown> = {
  '~standard': {
    version: 1,
    vendor: 'openapi-mcp',
    validate: (value) => {
      const cursor = (value as { readonly cursor?: unknown }).cursor;
      return cursor === undefined || cursor === ''
        ? { value }
        : { issues: [{ message: 'there is no such cursor; the list has one page' }] };
    },
  },
};

type Checked<T> = StandardSchemaV1<T, T>;

/** The SDK has checked the whole request before the handler is entered; checking twice would cost a fifth of a call. */
function checkedParams<T>(): Checked<T> {
  return {
    '~standard': {
      version: 1,
      vendor: 'openapi-mcp',
      validate: (value) => ({ value: value as T }),
    },
  };
}

/** Of `tools/call`. */
export const checkedCallParams: Checked<CallToolRequestParams> =
  checkedParams<CallToolRequestParams>();
/** Of `resources/read`. */
export const checkedReadParams: Checked<{ readonly uri: string }> = checkedParams<{
  readonly uri: string;
}>();
/** Of `prompts/get`. */
export const checkedPromptParams: Checked<GetPromptRequestParams> =
  checkedParams<GetPromptRequestParams>();
