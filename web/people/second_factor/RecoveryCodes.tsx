import { Button, Code, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../kit/ui/saveFile.ts'

/** Shown once: the server keeps only hashes. */
export function RecoveryCodes({ codes, done }: { codes: string[]; done: () => void }) {
  const { t } = useTranslation()
  const text = `${codes.join('\n')}\n`
  return (
    <>
      <Text fw={600}>{t('people:factor.codesTitle')}</Text>
      <Text size="sm">{t('people:factor.codesText')}</Text>
      <Code block>{text}</Code>
      <Group>
        <Button variant="default" onClick={() => saveFile(new Blob([text]), 'recovery-codes.txt')}>
          {t('people:factor.codesSave')}
        </Button>
        <Button onClick={done}>{t('people:factor.codesDone')}</Button>
      </Group>
    </>
  )
}
