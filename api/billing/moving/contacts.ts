import type { ImportKind } from '../../crud/imports/kind.ts'
import { checkAdministrator } from '../access.ts'
import { contact } from '../books/contact.ts'
import { contactColumns, fullName } from './columns.ts'
import { findContact } from './contact_for.ts'

/** Contacts by their names. */
export const contacts: ImportKind = {
  resource: contact,
  key: ['name'],
  columns: contactColumns,
  // Two people of a family may share an address, two people a name: both are the same only together.
  same: ({ name = '', first_name = '', email = '' }) =>
    [first_name, name, email].map((each) => each.toLowerCase()).join('\n'),
  whole: {},
  async find(trx, { viewer, organisation_id, values }) {
    // Others learn nothing of who is invoiced.
    checkAdministrator(viewer, organisation_id)
    const name = fullName(values)
    return (await findContact(trx, { organisation_id, name, email: values.email, column: 'name' }))?.id
  },
}
