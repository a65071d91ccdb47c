import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { ApiError } from '#api/client.ts'
import { OperatorError, openOperator, operatorHelp, operatorOptions } from './operator.ts'
import { SettingError } from './server/config.ts'

const help = `Usage: npm run password -- ACCOUNT

Gives an account a new password and prints it, while the server runs: for an administrator who has lost theirs. ACCOUNT
is an e-mail address or a user name. Its sessions end, a second factor stays, and the audit log has it. Others set
theirs with "Forgot password?", where mail is sent.

${operatorHelp}
  --help               this text`

try {
  const options = { ...operatorOptions, help: { type: 'boolean', short: 'h' } } as const
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const [account] = positionals
  if (values.help) console.log(help)
  else if (!account || positionals.length > 1) throw new OperatorError('Name one account: npm run password -- ACCOUNT')
  else await setPassword(account, values)
} catch (error) {
  const is_known = error instanceof OperatorError || error instanceof SettingError || error instanceof ApiError
  console.error(is_known ? error.message : ((error as Error).stack ?? error))
  process.exitCode = 1
}

async function setPassword(account: string, options: Parameters<typeof openOperator>[0]): Promise<void> {
  const { url, client } = await openOperator(options)
  const { data } = await client.list('user', { search: account, limit: 1000 })
  const named = account.toLowerCase()
  const user = data.find(({ email, username }) => [email, username].some((name) => name?.toLowerCase() === named))
  if (!user) throw new OperatorError(`${url} has no account with the e-mail address or user name ${account}.`)
  const password = randomBytes(12).toString('base64url')
  await client.update('user', { id: user.id, password, modified_at: user.modified_at })
  console.log(`${user.email}: password ${password}`)
}
