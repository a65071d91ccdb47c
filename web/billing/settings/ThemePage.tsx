import schema from 'virtual:resource/brandingtheme'
import { useTranslation } from 'react-i18next'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { RecordPage } from '../../kit/record/RecordPage.tsx'
import { logoUpload } from './logo.ts'

/** The theme of `?id=`, or a new one. */
export function ThemePage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  return (
    <RecordPage
      resource="brandingtheme"
      schema={schema}
      nameOf={({ name }) => name}
      page={paths.brandingTheme}
      list={paths.brandingThemes}
      fields={['name', 'logo_file_id', 'terms', 'footer', 'active']}
      required={['name']}
      defaults={{ active: true }}
      given={{ organisation_id }}
      uploads={{ logo_file_id: logoUpload(organisation_id) }}
      texts={{
        title: t('billing:themes.title'),
        create: t('billing:themes.new'),
        text: t('billing:themes.pageText'),
        missing: t('billing:themes.missing'),
      }}
    />
  )
}
