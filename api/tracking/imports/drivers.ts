import { type SqlBool, sql } from 'kysely'
import type { ImportKind } from '../../crud/imports/kind.ts'
import { splitTexts } from '../../crud/imports/parse.ts'
import { AppError, wrong } from '../../http/errors.ts'
import { driver } from '../drivers/driver.ts'
import { groupOf } from './trackers.ts'
import { words } from './words.ts'

/** Drivers by their names. */
export const drivers: ImportKind = {
  resource: driver,
  key: ['name'],
  columns: {
    name: { required: true, aliases: [...words.driver, 'full name', 'nom', 'nombre', 'nome', 'ingoa'] },
    phone: { aliases: words.phone },
    licence_number: { aliases: ['licence', 'license', 'license number', 'driver licence'] },
    licence_expires_on: { aliases: ['licence expiry', 'license expiry', 'expires', 'expiry', 'valid until'] },
    keys: { aliases: ['key', 'ibutton', 'rfid', 'card', 'tag'], parse: splitTexts },
    group: { field: 'group_id', aliases: words.group, resolve: groupOf },
  },
  same: ({ name = '' }) => name.toLowerCase(),
  async find(trx, { viewer, organisation_id, values }) {
    const { rows } = await sql<{ id: number }>`select driver.id from driver
      where driver.organisation_id = ${organisation_id} and lower(driver.name) = ${values.name!.toLowerCase()}
        and ${sql<SqlBool>`${driver.reads(viewer)}`} limit 2`.execute(trx)
    if (rows.length > 1) throw wrong('name', 'is the name of several drivers.')
    return rows[0] && Number(rows[0].id)
  },
  async is_used(db, id) {
    const { rows } = await sql`select from driver_shift where driver_id = ${id} limit 1`.execute(db)
    if (rows.length > 0) throw new AppError('not_possible', 'This driver has driven by now.')
  },
}
