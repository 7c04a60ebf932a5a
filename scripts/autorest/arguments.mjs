// What the documents of autorest's test server say in words that the caller must send, by operation. Several sets of
// arguments are several calls. What is not named here is called with the one value that its schema allows, or, for a
// PUT, with what a GET of the same path answers.

const text = "begin!*'();:@ &=+$,/?#[]end";
// The server counts four members; RFC 6570 has no null in lists, so that empty text stands for it here.
const list = ['ArrayQuery1', text, '', ''];
const sentence = 'The quick brown fox jumps over the lazy dog';
// In characters that no keyboard and no editor leaves alone.
const bytes = '5ZWK6b2E5LiC54ub54uc76ex76Ss76ex76iM76ip';

const salmon = {
  fishtype: 'salmon',
  location: 'alaska',
  iswild: true,
  species: 'king',
  length: 1,
  siblings: [
    {
      fishtype: 'shark',
      age: 6,
      birthday: '2012-01-05T01:00:00Z',
      length: 20,
      species: 'predator',
    },
    {
      fishtype: 'sawshark',
      age: 105,
      birthday: '1900-01-05T01:00:00Z',
      length: 10,
      picture: Buffer.from([255, 255, 255, 255, 254]).toString('base64'),
      species: 'dangerous',
    },
    {
      fishtype: 'goblin',
      age: 1,
      birthday: '2015-08-08T00:00:00Z',
      length: 30,
      species: 'scary',
      jawsize: 5,
      color: 'pinkish-gray',
    },
  ],
};

const pathItem = {
  globalStringPath: 'globalStringPath',
  pathItemStringPath: 'pathItemStringPath',
  localStringPath: 'localStringPath',
};
const globalQuery = { globalStringQuery: 'globalStringQuery' };
const pathItemQuery = { pathItemStringQuery: 'pathItemStringQuery' };
const localQuery = { localStringQuery: 'localStringQuery' };

/** Header values by scenario; the same scenarios are asked of the answers. */
const headerScenarios = {
  Integer: { positive: 1, negative: -2 },
  Long: { positive: 105, negative: -2 },
  Float: { positive: 0.07, negative: -3 },
  Double: { positive: 7e120, negative: -3 },
  Bool: { true: true, false: false },
  String: { valid: sentence, null: undefined, empty: '' },
  Date: { valid: '2010-01-01', min: '0001-01-01' },
  Datetime: { valid: '2010-01-01T12:34:56Z', min: '0001-01-01T00:00:00Z' },
  DatetimeRfc1123: {
    valid: 'Fri, 01 Jan 2010 12:34:56 GMT',
    min: 'Mon, 01 Jan 0001 00:00:00 GMT',
  },
  Duration: { valid: 'P123DT22H14M12.011S' },
  Byte: { valid: bytes },
  Enum: { valid: 'GREY', null: undefined },
};

const headerCalls = Object.entries(headerScenarios).flatMap(([type, scenarios]) => [
  [
    `header_param${type}`,
    Object.entries(scenarios).map(([scenario, value]) => ({ scenario, value })),
  ],
  [`header_response${type}`, Object.keys(scenarios).map((scenario) => ({ scenario }))],
]);

/** Arguments by operationId. */
export const argumentsByOperation = {
  ...Object.fromEntries(headerCalls),
  header_paramExistingKey: [{ 'User-Agent': 'overwrite' }],
  array_putDateTimeValid: [
    { body: ['2000-12-01T00:00:01Z', '1980-01-02T00:11:35Z', '1492-10-12T10:15:01Z'] },
  ],
  array_putDurationValid: [{ body: ['P123DT22H14M12.011S', 'P5DT1H'] }],
  basic_putValid: [{ body: { id: 2, name: 'abc', color: 'Magenta' }, 'api-version': '2016-02-29' }],
  polymorphism_putMissingDiscriminator: [{ body: salmon }],
  readonlyproperty_putValid: [{ body: { size: 2 } }],
  formdata_UploadFile: [
    { body: { fileContent: Buffer.from(sentence).toString('base64'), fileName: 'fox.txt' } },
  ],
  formdata_UploadFileViaBody: [{ body: Buffer.from(sentence).toString('base64') }],
  paths_enumValid: [{ enumPath: 'green color' }],
  paths_byteMultiByte: [{ bytePath: bytes }],
  paths_base64Url: [{ base64UrlPath: 'bG9yZW0' }],
  paths_ArrayCsvInPath: [{ arrayPath: ['ArrayPath1', text, '', ''] }],
  paths_unixTimeUrl: [{ unixTimeUrlPath: 1_460_505_600 }],
  queries_enumValid: [{ enumQuery: 'green color' }],
  queries_byteMultiByte: [{ byteQuery: bytes }],
  queries_ArrayStringCsvValid: [{ arrayQuery: list }],
  // A list without members is no parameter at all (RFC 6570 §2.3); the server wants one that is empty.
  queries_ArrayStringCsvEmpty: [{ arrayQuery: [''] }],
  queries_ArrayStringNoCollectionFormatEmpty: [{ arrayQuery: ['hello', 'nihao', 'bonjour'] }],
  queries_ArrayStringSsvValid: [{ arrayQuery: list }],
  queries_ArrayStringTsvValid: [{ arrayQuery: list }],
  queries_ArrayStringPipesValid: [{ arrayQuery: list }],
  queries_ArrayStringMultiEmpty: [{ arrayQuery: [] }],
  queries_ArrayStringMultiValid: [{ arrayQuery: list }],
  pathItems_getAllWithValues: [{ ...pathItem, ...globalQuery, ...pathItemQuery, ...localQuery }],
  pathItems_getGlobalQueryNull: [{ ...pathItem, ...pathItemQuery, ...localQuery }],
  pathItems_getGlobalAndLocalQueryNull: [{ ...pathItem, ...pathItemQuery }],
  pathItems_getLocalPathItemQueryNull: [{ ...pathItem, ...globalQuery }],
};

/** Operations that are refused before anything is sent, with what they are given. */
export const refusedByClient = {
  paths_stringNull: { stringPath: null },
  paths_enumNull: { enumPath: null },
  paths_byteNull: { bytePath: null },
  paths_DateNull: { datePath: null },
  paths_DateTimeNull: { dateTimePath: null },
  // An empty segment is another resource (rule P24).
  paths_stringEmpty: { stringPath: '' },
  paths_byteEmpty: { bytePath: '' },
};

/** Operations that are not called, and why. */
export const leftOut = {
  flattencomplex_getValid: 'the server does not have it',
  formdata_UploadFiles: 'the server does not have it',
  header_customRequestId: 'the server wants a header that the document does not describe',
  header_paramProtectedKey: 'a parameter named Content-Type is ignored (rule P2)',
  polymorphism_putValidMissingRequired:
    "clients are to check what is required; here that is the caller's choice (validateArguments)",
};

/** What the server counts and these calls do not reach, for reasons given above. */
export const notCovered = new Set([
  'CustomHeaderInRequest',
  'UrlPathsByteEmpty',
  'UrlPathsStringEmpty',
]);
