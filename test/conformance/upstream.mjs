// The API of conformance.yaml.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/** A pixel, and 44 bytes of silence. */
const png = readFileSync(new URL('pixel.png', import.meta.url));
const wav = Buffer.from('UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=', 'base64');

const routes = {
  '/text': (response) => {
    response.setHeader('content-type', 'text/plain');
    response.end('This is a simple text response for testing.');
  },
  '/image': (response) => {
    response.setHeader('content-type', 'image/png');
    response.end(png);
  },
  '/audio': (response) => {
    response.setHeader('content-type', 'audio/wav');
    response.end(wav);
  },
  '/resource': (response) => {
    response.setHeader('content-type', 'text/plain');
    response.setHeader('content-location', '/embedded-resource');
    response.end('This is an embedded resource content.');
  },
  '/mixed': (response) => {
    response.setHeader('content-type', 'multipart/mixed; boundary=part');
    response.write('--part\r\nContent-Type: text/plain\r\n\r\nMultiple content types test:\r\n');
    response.write('--part\r\nContent-Type: image/png\r\n\r\n');
    response.write(png);
    response.write('\r\n--part\r\nContent-Type: application/json\r\n');
    response.write('Content-Location: /mixed-content-resource\r\n\r\n');
    response.end('{"test":"data","value":123}\r\n--part--\r\n');
  },
  '/error': (response) => {
    response.writeHead(500, { 'content-type': 'text/plain' });
    response.end('This tool intentionally returns an error for testing');
  },
  '/progress': async (response) => {
    response.setHeader('content-type', 'text/plain');
    for (const piece of ['One. ', 'Two. ', 'Three.']) {
      response.write(piece);
      await delay(50);
    }
    response.end();
  },
};

/** Starts it on a free port of this machine. */
export function startUpstream() {
  const server = createServer((request, response) => {
    const [, id] = /^\/template\/([^/]+)$/.exec(request.url) ?? [];
    const route = routes[request.url];
    if (id !== undefined) {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }));
    } else if (route === undefined) response.writeHead(404).end();
    else void route(response);
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      resolve({
        url: `http://127.0.0.1:${server.address().port}`,
        close: () => {
          server.closeAllConnections();
          server.close();
        },
      });
    });
  });
}
