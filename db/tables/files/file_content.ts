import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'

/** Where the bytes of files are: encrypted, on disk or in an S3. Identical bytes are stored once an organisation. */
export const FileContent = defineTable({
  name: 'file_content',
  columns: {
    id: Id,
    organisation_id: Id,
    /** Of the plain bytes. */
    sha256: Type.String(),
    /** Of the plain bytes. */
    size: Type.Integer({ minimum: 0 }),
    /** The key of the ring that wraps the content's own key. */
    key_id: Type.String(),
    wrapped_key: Type.String(),
    backend: Type.Unsafe<'disk' | 's3'>(Type.String({ enum: ['disk', 's3'] })),
    backend_key: Type.String(),
    created_at: Timestamp,
    /** Since when no file and no kept document has it. A day later it is removed. */
    orphaned_at: Nullable(Timestamp),
  },
  defaults: ['id', 'created_at', 'orphaned_at'],
  has_wrapped_key: true,
})
