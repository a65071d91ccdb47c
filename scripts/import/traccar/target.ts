import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { ApiError, type Client, createClient, type Name, type Row } from '#api/client.ts'
import { OperatorError } from '../../operator.ts'

/**
 * Opens Ringfence with an API key, for one organisation.
 *
 * @throws {OperatorError} where it does not answer, or refuses the key
 */
export async function openTarget(options: TargetOptions): Promise<Target> {
  const url = options.url.replace(/\/+$/, '')
  const client = createClient({ base: url, token: () => options.key, retries: 0, fetch: patient(options) })
  const { data } = await client.list('organisation', { limit: 2 }).catch((error) => {
    throw explained(error, url)
  })
  const [organisation] = data
  if (!organisation) throw new OperatorError(`The key is of no organisation of ${url}: make another.`)
  if (options.organisation !== undefined && organisation.id !== options.organisation) {
    throw new OperatorError(
      `The key is of organisation ${organisation.id}, ${organisation.name}: it writes only there.`,
    )
  }
  return { url, client, organisation: { id: organisation.id, name: organisation.name } }
}

/** All rows of the organisation, page after page. */
export async function readAll<N extends Name>({ client, organisation }: Target, name: N): Promise<Row<N>[]> {
  const rows: Row<N>[] = []
  for (let after: string | undefined; ; ) {
    const query = { organisation_id: organisation.id, limit: 500, sort: 'id', ...(after && { after }) }
    const { data, info } = await client.list(name, query as never)
    rows.push(...(data as Row<N>[]))
    after = info.next
    if (!after) return rows
  }
}

/** A key that makes creating a row safe to repeat. */
export const once = (): string => randomUUID()

/** Ringfence asks to continue later than a command should wait. */
export class Later extends Error {
  override name = 'Later'
}

/**
 * `fetch` that waits where the server is away or asks to: everything that is sent here may be sent twice, creates have
 * keys.
 */
function patient({ retry_base_ms = 1000, print }: TargetOptions): typeof fetch {
  return async (input, init) => {
    for (let attempt = 1; ; attempt++) {
      const answer = await fetch(input, init).catch((error: TypeError) => error)
      const status = answer instanceof Error ? 0 : answer.status
      if (!(answer instanceof Error) && !PASSING.has(status)) return answer
      if (attempt > RETRIES) {
        if (answer instanceof Error) throw answer
        return answer
      }
      const asked_s = answer instanceof Error ? 0 : Number(answer.headers.get('retry-after')) || 0
      if (asked_s > MOST_WAIT_S) throw await laterOf(answer as Response, asked_s)
      const ms = asked_s ? asked_s * 1000 : retry_base_ms * 2 ** (attempt - 1)
      if (ms >= 3000)
        print?.(`Ringfence: ${status ? `answers ${status}` : 'no connection'}; again in ${Math.ceil(ms / 1000)} s.`)
      await wait(ms)
    }
  }
}

async function laterOf(answer: Response, seconds: number): Promise<Later> {
  const { message = '' } = (await answer.json().catch(() => ({}))) as { message?: string }
  const at = new Date(Date.now() + seconds * 1000).toISOString().slice(0, 16).replace('T', ' ')
  return new Later(`Ringfence: ${message} Run the same command again after ${at} UTC: it continues where it stopped.`)
}

/** A sentence for errors that end the command. */
export function explained(error: Error, url: string): Error {
  if (error instanceof TypeError) return new OperatorError(`No Ringfence answers at ${url}: is --to right?`)
  if (!(error instanceof ApiError)) return error
  if (error.code === 'unknown') return new OperatorError(`What answers at ${url} is not Ringfence: is --to right?`)
  if (error.status === 401) {
    return new OperatorError(
      `${url} refuses the key: make one there under Settings, API keys, and give it as --key or RINGFENCE_KEY.`,
    )
  }
  if (error.status === 403) {
    return new OperatorError(
      `Ringfence refuses that: ${error.message} It takes a key of an administrator with the scopes read, write and ` +
        'devices (and admin for --invite-users).',
    )
  }
  return new OperatorError(`Ringfence refuses that: ${error.message}`)
}

const PASSING = new Set([429, 502, 503, 504])
const RETRIES = 7
const MOST_WAIT_S = 120

export type Target = { url: string; client: Client; organisation: { id: number; name: string } }
export type TargetOptions = {
  url: string
  key: string
  organisation?: number
  retry_base_ms?: number
  print?: (line: string) => void
}
