// Of Mantine only what every page needs: the build adds each component's own styles where the component is used.
import '@mantine/core/styles/baseline.css'
import '@mantine/core/styles/default-css-variables.css'
import '@mantine/core/styles/global.css'
import './theme.css'
