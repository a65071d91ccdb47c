import type { en } from './en.ts'
import { accounts } from './mi/accounts.ts'
import { frame } from './mi/frame.ts'
import { lists } from './mi/lists.ts'
import { map } from './mi/map.ts'
import type { Words } from './mi/words.ts'

export { phone } from './mi/phone.ts'

/** Te reo Māori; what is not here is shown in English. */
export const mi: Words<typeof en> = { ...accounts, ...frame, ...lists, ...map }
