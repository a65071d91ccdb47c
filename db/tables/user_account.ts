import { type Static, Type } from 'typebox'
import { Id, Nullable, type Table, Timestamp } from './columns.ts'

/** A person who signs in. (`user` is a reserved word in SQL, so the table has the longer name.) */
export const UserAccount = Type.Object({
  id: Id,
  username: Type.String({ minLength: 3, maxLength: 100 }),
  email: Type.String({ format: 'email', maxLength: 254 }),
  name: Nullable(Type.String({ maxLength: 200 })),
  firstname: Nullable(Type.String({ maxLength: 100 })),
  lastname: Nullable(Type.String({ maxLength: 100 })),
  password_hash: Nullable(Type.String()),
  platform_admin: Type.Boolean(),
  active: Type.Boolean(),
  confirmed_at: Nullable(Timestamp),
  deleted_at: Nullable(Timestamp),
  timezone: Type.String({ maxLength: 64 }),
  locale: Type.String({ maxLength: 16 }),
  login_count: Type.Integer({ minimum: 0 }),
  current_login_at: Nullable(Timestamp),
  last_login_at: Nullable(Timestamp),
  created_at: Timestamp,
  modified_at: Timestamp,
})

export type UserAccountTable = Table<
  Static<typeof UserAccount>,
  'id' | 'platform_admin' | 'active' | 'timezone' | 'locale' | 'login_count' | 'created_at' | 'modified_at'
>
