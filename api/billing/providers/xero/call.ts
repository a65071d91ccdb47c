import type { ApiContext } from '../../../context.ts'
import { block, endCall, takeCall } from '../budget.ts'
import { ProviderError } from '../errors.ts'
import { providerCalls } from '../metrics.ts'
import { accessToken, markBroken } from '../tokens.ts'
import { callXero, type XeroCall } from './client.ts'

/**
 * Calls the accounting API for a connection: within its limits, with a current token. A token that Xero refuses is
 * renewed once.
 *
 * @throws {ProviderError}
 */
export async function xero<T>(context: ApiContext, connection_id: number, call: Call): Promise<T> {
  let rejected: number | undefined
  for (;;) {
    const access = await accessToken(context, connection_id, rejected)
    const tenant_id = call.tenant_id ?? access.tenant_id
    if (!tenant_id) throw new ProviderError('refused', 'Choose the organisation at Xero first.')
    try {
      return await limited<T>(context, tenant_id, { ...call, access_token: access.access_token, tenant_id })
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      if (error.kind === 'unauthorized' && rejected === undefined) {
        rejected = access.token_version
        continue
      }
      if (error.kind !== 'unauthorized' && error.kind !== 'disconnected') throw error
      await markBroken(context, connection_id, error.message)
      throw new ProviderError('disconnected', error.message)
    }
  }
}

async function limited<T>({ db, config, registry }: ApiContext, tenant_id: string, call: XeroCall): Promise<T> {
  const books = { provider: 'xero' as const, tenant_id }
  const settings = config.providers.xero!
  const lease = await takeCall(db, books, settings.timeout_s + 5)
  let outcome = 'done'
  try {
    return await callXero<T>(settings, { ...call, path: `api.xro/2.0/${call.path}` })
  } catch (error) {
    if (error instanceof ProviderError) {
      outcome = error.kind
      if (error.kind === 'limited') await block(db, books, error.retry_after_s)
    }
    throw error
  } finally {
    providerCalls(registry).inc({ provider: 'xero', outcome })
    await endCall(db, books, lease)
  }
}

export type Call = Omit<XeroCall, 'access_token'>
