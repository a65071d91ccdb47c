import { MantineThemeProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'

export default function Toasts() {
  const { t } = useTranslation()
  // Here once, so that no caller has to name the button.
  const theme = {
    components: { Notification: { defaultProps: { closeButtonProps: { 'aria-label': t('form.close') } } } },
  }
  return (
    <MantineThemeProvider theme={theme}>
      <Notifications position="bottom-right" />
    </MantineThemeProvider>
  )
}
