export { createMock, type Mock, type MockResult } from './mock.ts';
export { credentialNamesOf, type CredentialNames } from './credentials.ts';
export { recordOf, type RequestRecord } from './record.ts';
export { type Mismatch, type MockAnswer, type ReceivedRequest } from './exchange.ts';
export { startMockServer, type MockServer, type MockServerOptions } from './server.ts';
export { type SampleContext, type SampleDirection } from './sample-context.ts';
export { sampleValue } from './sample.ts';
export { createValidate, type Validate } from './validate.ts';
