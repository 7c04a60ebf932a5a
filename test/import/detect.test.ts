import { describe, expect, it } from 'vitest';
import { detectSpecification } from '../../src/import/detect.ts';
import { recognizeText } from '../../src/import/recognize.ts';

const location = { document: 'file:///api.yaml', pointer: '' };

describe('the version of a document', () => {
  it.each([
    [{ swagger: '2.0' }, '2.0', []],
    [{ swagger: 2 }, '2.0', ['version-not-text']],
    [{ swagger: '2' }, '2.0', []],
    [{ openapi: '3.0.0' }, '3.0', []],
    [{ openapi: '3.0.99' }, '3.0', []],
    [{ openapi: ' 3.0.3 ' }, '3.0', []],
    [{ openapi: '3.0' }, '3.0', []],
    [{ openapi: 3 }, '3.0', ['version-not-text']],
    [{ openapi: 3.1 }, '3.1', ['version-not-text']],
    [{ openapi: '3.1.0-rc1' }, '3.1', []],
    [{ openapi: '3.2.0' }, '3.2', []],
    [{ openapi: '3.3.0' }, '3.2', ['specification-newer']],
    [{ openapi: '3.10.0' }, '3.2', ['specification-newer']],
    [{ openapi: '3.1.0', swagger: '2.0' }, '3.1', []],
  ])('V1 reads %j as %s', (value, version, codes) => {
    const detected = detectSpecification(value, location);
    expect(detected).toMatchObject({ ok: true, value: { version } });
    expect(detected.diagnostics.map(({ code }) => code)).toEqual(codes);
  });

  it.each([
    { openapi: '4.0.0' },
    { openapi: '2.0' },
    { openapi: '31.0.0' },
    { openapi: 'latest' },
    { openapi: '' },
    { swagger: '1.2' },
    { swagger: '2.1' },
    { swagger: '3.0.0' },
  ])('V1 refuses %j', (value) => {
    const detected = detectSpecification(value, location);
    expect(detected).toMatchObject({ ok: false, diagnostics: [{ code: 'specification-unknown' }] });
  });

  it('V1 points to the field', () => {
    const [found] = detectSpecification({ openapi: '3.9.0' }, location).diagnostics;
    expect(found?.location).toEqual({ document: 'file:///api.yaml', pointer: '/openapi' });
  });

  it.each([
    [{ info: { _postman_id: 'x' }, item: [] }, 'a Postman collection'],
    [
      { info: { schema: 'https://schema.getpostman.com/json/collection/v2.1.0/' } },
      'a Postman collection',
    ],
    [{ asyncapi: '3.0.0' }, 'an AsyncAPI document'],
    [{ arazzo: '1.0.0' }, 'an Arazzo workflow'],
    [{ openrpc: '1.2.6' }, 'an OpenRPC document'],
    [{ swaggerVersion: '1.2', apis: [] }, 'a Swagger 1 document'],
    [{ overlay: '1.0.0' }, 'an OpenAPI Overlay'],
    [{ 'openapi-mcp': 1 }, 'a short-form overlay'],
    [{ _type: 'export', resources: [] }, 'an Insomnia export'],
    [{ kind: 'discovery#restDescription' }, 'a Google discovery document'],
    [{ data: { __schema: {} } }, 'a GraphQL schema'],
    [{ log: { entries: [] } }, 'a HAR recording'],
    [{ $schema: 'https://json-schema.org/draft/2020-12/schema' }, 'a JSON Schema'],
    [{ type: 'object', properties: {} }, 'a JSON Schema'],
    [{ paths: {} }, 'has paths but no openapi or swagger field'],
    [{ hello: 1 }, 'no openapi or swagger field'],
    [[1], 'a list'],
    [null, 'empty'],
    ['text', 'plain text'],
    [12, 'a number'],
  ])('V1 says what %j is', (value, words) => {
    const detected = detectSpecification(value, location);
    expect(detected).toMatchObject({
      ok: false,
      diagnostics: [{ code: 'document-not-openapi', message: expect.stringContaining(words) }],
    });
  });

  it('takes an inherited name for no field', () => {
    expect(
      detectSpecification(JSON.parse('{"__proto__": {"openapi": "3.0.0"}}'), location).ok,
    ).toBe(false);
  });
});

describe('texts that are no documents', () => {
  it.each([
    ['<!DOCTYPE html><html>', 'a web page'],
    ['\n<html lang="en">', 'a web page'],
    ['<?xml version="1.0"?><wsdl:definitions>', 'XML (a WSDL or WADL description?)'],
    ['<wsdl:definitions xmlns:wsdl="x">', 'XML (a WSDL or WADL description?)'],
    ['#%RAML 1.0\ntitle: x', 'a RAML document'],
    ['FORMAT: 1A\n\n# Group', 'an API Blueprint'],
    ['// c\nsyntax = "proto3";', 'a protobuf file'],
    ['type Query {\n  a: Int\n}', 'a GraphQL schema'],
    ['PK\u0003\u0004rest', 'a ZIP archive'],
    ['\u001f\ufffd', 'a compressed file'],
    ['%PDF-1.7', 'a PDF'],
    ['openapi: 3.0.0', undefined],
    ['type: object', undefined],
    ['{"type": "Query"}', undefined],
  ])('knows %j', (text, name) => {
    expect(recognizeText(text)?.name).toBe(name);
  });
});
