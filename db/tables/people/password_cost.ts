/**
 * What the hash of a password costs, Argon2id: memory in KiB. OWASP's recommendation. Tests, which hash thousands,
 * lower it.
 */
export const password_cost = { memory: 19 * 1024, passes: 2, parallelism: 1 }

/** The cost as a PHC string says it: `m=19456,t=2,p=1`. */
export function phcCost(): string {
  const { memory, passes, parallelism } = password_cost
  return `m=${memory},t=${passes},p=${parallelism}`
}
