/** What the tests use of it; the package has no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'

  export type Context = {
    path: string
    body: Record<string, unknown>
    req: IncomingMessage
    res: ServerResponse
    respond: boolean
    oidc: { provider: Provider; client: { clientId: string }; session: { accountId: string } }
  }
  export default class Provider {
    constructor(issuer: string, configuration: object)
    Grant: new (
      of: object,
    ) => { addOIDCScope(scope: string): void; save(): Promise<string> }
    use(middleware: (ctx: Context, next: () => Promise<void>) => Promise<void>): void
    callback(): RequestListener
    interactionFinished(req: IncomingMessage, res: ServerResponse, result: object): Promise<void>
  }
}
