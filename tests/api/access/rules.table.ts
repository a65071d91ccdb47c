import type { Resource } from '#api/crud/resource.ts'
import { resources } from '#api/domains.ts'

/** Members read what is theirs or everyone's, and Staff all; administrators and owners write. */
const ofOwner = {
  //      guest User Staff Cust Admin platform administrator
  read: /*   */ 'SSS  YYx  YYx   xYx  YYx   YYY',
  create: /* */ 'SSS  YNx  NNx   NNx  YYx   YYY',
  change: /* */ 'SSS  YNx  NNx   xNx  YYx   YYY',
}

/** Lines of the access table for resources that `organisationRows` and `ownedRows` make, by the rule of their rows. */
export const rulesTable: Record<string, string> = Object.fromEntries(
  Object.values<Resource>(resources).flatMap(linesOf),
)

/** The lines of a resource whose rows follow a rule. */
function linesOf({ name, plural, belongs, create, update, remove }: Resource): [string, string][] {
  if (!belongs) return []
  const verbs: [string, object | undefined, keyof typeof ofOwner][] = [
    [`GET ${plural}`, {}, 'read'],
    [`GET ${name}`, {}, 'read'],
    [`PUT ${name}`, create, 'create'],
    [`POST ${name}`, update, 'change'],
    [`DELETE ${name}`, remove, 'change'],
  ]
  const rule = belongs === 'owner' ? ofOwner : ofRoles(belongs)
  return verbs.flatMap(([route, is_there, verb]) => (is_there ? [[route, rule[verb]]] : []))
}

/** Members with one of the roles read, or write. */
function ofRoles({ readers, writers }: Exclude<NonNullable<Resource['belongs']>, 'owner'>): typeof ofOwner {
  const lineOf = (letterOf: (may: { read: boolean; write: boolean }) => string) => {
    const cells = (['User', 'Staff', 'Customer', 'Administrator'] as const).map((role) =>
      letterOf({ read: readers.includes(role), write: writers.includes(role) }),
    )
    return ['SSS', ...cells.map((letter) => `${letter}${letter}x`), 'YYY'].join(' ')
  }
  return {
    read: lineOf(({ read }) => (read ? 'Y' : 'x')),
    create: lineOf(({ write }) => (write ? 'Y' : 'N')),
    change: lineOf(({ read, write }) => (write ? 'Y' : read ? 'N' : 'x')),
  }
}
