import schema from 'virtual:resource/brandingtheme'
import { paths } from '../../core/paths.ts'
import { pictureUpload } from '../../files/upload/pictureUpload.ts'
import { plainPages } from '../../kit/record/plainPages.tsx'
import { BillingNav } from '../BillingNav.tsx'

/** How invoices look. */
export const [ThemesPage, ThemePage] = plainPages({
  resource: 'brandingtheme',
  schema,
  texts: 'billing:themes',
  list: paths.brandingThemes,
  page: paths.brandingTheme,
  columns: [{ name: 'name' }, { name: 'footer' }, { name: 'active' }, { name: 'modified_at', hidden: true }],
  fields: ['name', 'logo_file_id', 'terms', 'footer', 'active'],
  defaults: { active: true },
  uploads: (organisation_id) => ({ logo_file_id: pictureUpload(organisation_id, 2 * 1024 * 1024) }),
  nav: BillingNav,
})
