import type { Trx } from '#db/database.ts'

/** What a document has become: connected providers are to know of it. In the transaction that has changed it. */
export type Changed = { id: number; organisation_id: number; type: 'invoice' | 'credit_note' }

/** A document was authorised. */
export async function afterAuthorised(_trx: Trx, _document: Changed): Promise<void> {}

/** A document was voided. */
export async function afterVoided(_trx: Trx, _document: Changed): Promise<void> {}
