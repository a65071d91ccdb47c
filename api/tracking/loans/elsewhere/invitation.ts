import { wrong } from '../../../http/errors.ts'

/** An offer to another installation is one line: the code, and where it is answered. */
export const invitationOf = (code: string, address: string) => `${code}@${address}`

/** Whether a code is of another installation. */
export const isInvitation = (code: string) => code.includes('@')

/**
 * @param own the address of this installation
 * @throws {AppError} with the field `code`
 */
export function parseInvitation(text: string, { own, allow_private }: Parsing): { code: string; address: string } {
  const [, code, address] = /^([A-Za-z0-9_-]{20,100})@(https?:\/\/\S+)$/.exec(text.trim()) ?? []
  if (!code || !address) throw wrong('code', 'is not whole: it has a code, @, and an address with https://.')
  return { code, address: checkAddress(address, { own, allow_private }) }
}

/** Whether the address is public is checked when it is connected to, as a name may change. */
function checkAddress(text: string, { own, allow_private }: Parsing): string {
  const address = URL.canParse(text) ? new URL(text) : null
  if (!address || text.length > 300) throw wrong('code', 'has no valid address.')
  if (address.protocol !== 'https:' && !allow_private) throw wrong('code', 'has an address without https://.')
  if (address.username || address.password) throw wrong('code', 'has a name or password in its address.')
  if (address.search || address.hash) throw wrong('code', 'has an address with ? or #.')
  const clean = address.href.replace(/\/+$/, '')
  if (clean === own.replace(/\/+$/, '')) {
    throw wrong('code', 'is of this installation: ask for an offer to an organisation of this installation.')
  }
  return clean
}

/** Whether others reach this installation by its address. */
export const isReachable = (own: string, allow_private: boolean) => own.startsWith('https://') || allow_private

type Parsing = { own: string; allow_private: boolean }
