/** The package has types for CommonJS only. */
declare module 'aedes-persistence/asyncPersistence.js' {
  import type { AedesPublishPacket, Client, Subscription } from 'aedes'
  export default class MemoryPersistence {
    storeRetained(packet: AedesPublishPacket): Promise<void>
    subscriptionsByClient(client: Client): Promise<Subscription[]>
    addSubscriptions(client: Client, subscriptions: Subscription[]): Promise<void>
    removeSubscriptions(client: Client, topics: string[]): Promise<void>
    cleanSubscriptions(client: Client): Promise<void>
    streamWill(brokers?: object): AsyncIterable<AedesPublishPacket>
  }
}
