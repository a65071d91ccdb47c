import { useTranslation } from 'react-i18next'
import { toSize } from '../../kit/format/size.ts'
import { Page } from '../../kit/page/Page.tsx'
import { Loaded } from '../../kit/record/Loaded.tsx'
import { useRecord } from '../../kit/record/useRecord.ts'
import { Facts } from '../../kit/ui/Facts.tsx'

/** The file of `?id=`. */
export function FilePage() {
  const { t } = useTranslation()
  return (
    <Loaded query={useRecord('file')} title={t('menu.files')}>
      {({ name, path, size, mimetype }) => (
        <Page title={name}>
          <Facts
            facts={[
              [t('files:fields.file.path'), path],
              [t('files:fields.file.mimetype'), mimetype],
              [t('files:fields.file.size'), toSize(size)],
            ]}
          />
        </Page>
      )}
    </Loaded>
  )
}
