import { sql } from 'kysely'
import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../columns.ts'
import { defineTable } from '../define_table.ts'
import { purposes } from '../purposes.ts'

export const scanStates = ['none', 'waiting', 'clean', 'infected'] as const
export type ScanState = (typeof scanStates)[number]

/** A file or a folder. Its bytes are a `file_content`. */
export const File = defineTable({
  name: 'file',
  columns: {
    id: Id,
    organisation_id: Id,
    /** Null: the organisation's own. */
    owner_user_id: Nullable(Id),
    /** Null: at the organisation's root, or a person's root folder. */
    parent_file_id: Nullable(Id),
    is_folder: Type.Boolean(),
    name: Type.String({ minLength: 1, maxLength: 255 }),
    /** The name by which it is compared: in lower case. */
    name_key: Type.String(),
    /** Of the content, not of the name; null for folders. */
    mimetype: Nullable(Type.String()),
    /** Bytes; 0 for folders. */
    size: Type.Integer({ minimum: 0 }),
    /** Pixels of a picture. */
    width: Nullable(Type.Integer()),
    height: Nullable(Type.Integer()),
    sha256: Nullable(Type.String()),
    content_id: Nullable(Id),
    uploaded_by_user_id: Nullable(Id),
    uploaded_at: Nullable(Timestamp),
    /** Lists leave it out where asked for `hidden=false`. It restricts no access. */
    hidden: Type.Boolean(),
    /** An age file that `decrypt` opens. */
    encrypted: Type.Boolean(),
    /** Until when its public link works, the hash by which its token is found, and the token sealed by the key ring. */
    public_until: Nullable(Timestamp),
    public_sha256: Nullable(Type.String()),
    public_sealed: Nullable(Type.String()),
    /** Who has made the link, which works as long as they may change the file. */
    shared_by_user_id: Nullable(Id),
    /**
     * The evidence from which a job has made it, as `entity:id`, or `*` for more than is listed: who may not read that
     * may not read its copy.
     */
    evidence_copies: Nullable(Type.Array(Type.String())),
    scan_state: Type.Unsafe<ScanState>(Type.Union(scanStates.map((state) => Type.Literal(state)))),
    /** When it was moved to the trash. */
    deleted_at: Nullable(Timestamp),
    deleted_by_user_id: Nullable(Id),
    /** The file or folder that was deleted: of a folder's contents, the folder. */
    trash_file_id: Nullable(Id),
    /** The job that makes it: it is seen once that is done. */
    job_id: Nullable(Id),
    /** Whether what is in it has yet to follow a change of the folder: in the trash, back, or given to another owner. */
    unsettled: Type.Boolean(),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  required: ['organisation_id', 'name', 'name_key'],
  moves: {
    // What a job has begun to make stays, and is removed with the job.
    rows: (id) => sql`t.organisation_id = ${id}
      and not exists (select from job where job.id = t.job_id and job.state <> 'done')`,
    values: { job_id: sql`null::bigint` },
    named_in: ['trash_file_id'],
  },
  sealed: { public_sealed: purposes.file_link },
  conflicts: { file_name: ['name_conflict', 'name'] },
  purge: { order: sql`is_folder, id desc` },
})

/** Ends the public link of a file. */
export const withoutLink = { public_until: null, public_sha256: null, public_sealed: null, shared_by_user_id: null }
