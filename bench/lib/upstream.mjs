// The local upstream of the measurements, in a process of its own: answers every request with one small JSON object.
import { createServer } from 'node:http';

const body = JSON.stringify({ id: 7, name: 'Rex', status: 'available', tags: ['dog', 'brown'] });
const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(body);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
process.on('disconnect', () => process.exit(0));
