import { Page } from '../../components/Page.tsx'
import { Quiet } from '../../components/Values.tsx'
import { Directory } from './Directory.tsx'

/** The list of all asset classes. */
export function AssetClassesPage() {
  return (
    <Page title="Asset classes">
      <Quiet>
        The service does not list its asset classes. These come from valuations synced to this computer, or were added
        here.
      </Quiet>
      <Directory />
    </Page>
  )
}
