import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'
import { ElectronicAddress } from './values.ts'

const Line = Nullable(Type.String({ maxLength: 200 }))

/** Who is invoiced: a member, or a person or company outside. */
export const Contact = defineTable({
  name: 'contact',
  columns: {
    id: Id,
    organisation_id: Id,
    user_id: Nullable(Id),
    name: Type.String({ minLength: 1, maxLength: 200 }),
    company: Line,
    email: Nullable(Type.String({ maxLength: 254 })),
    phone: Nullable(Type.String({ maxLength: 50 })),
    address1: Line,
    address2: Line,
    address3: Line,
    city: Line,
    postcode: Nullable(Type.String({ maxLength: 20 })),
    country: Line,
    tax_number: Nullable(Type.String({ maxLength: 50 })),
    electronic_address: Nullable(ElectronicAddress),
    /** Whether the mail of an invoice has it as XML, beside the PDF. */
    with_xml: Type.Boolean(),
    /** Whether the PDF of that mail holds it (Factur-X). */
    with_facturx: Type.Boolean(),
    /** In the accounting provider. */
    external_id: Nullable(Type.String()),
    /** Whether they are reminded of unpaid invoices, and charged late fees. */
    reminders: Type.Boolean(),
    active: Type.Boolean(),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  names: ['name', 'company'],
  required: ['organisation_id', 'name'],
  conflicts: { contact_person: ['conflict', 'user_id'] },
  purge: { keeps: 'books: who was invoiced; others are deleted with the account' },
})
