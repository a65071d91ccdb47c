import type { Row } from '#api/client.ts'

/** A file or a folder. */
export type StoredFile = Row<'file'>
/** A file attached to a tracker, a boundary or a message. */
export type Attachment = Row<'attachment'>
