import type { RedisStoreOptions } from './redis/redis.ts';
import type { SharedStore } from './shared-store.ts';

/**
 * What replicas share, in Redis or Valkey; loads the client with the first call, so that servers without a shared
 * store never pay for it. See `connectRedisStore` for what it does while the store is away.
 *
 * @throws BridgeError `configuration-invalid` for a URL of another kind.
 */
export async function connectSharedStore(options: RedisStoreOptions): Promise<SharedStore> {
  const { connectRedisStore } = await import('./redis/redis.ts');
  return connectRedisStore(options);
}
