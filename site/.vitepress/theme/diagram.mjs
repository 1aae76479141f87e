import { useData } from 'vitepress';
import { defineComponent, h, onMounted, ref, watch } from 'vue';

/** Colours of the site, which are those of the console, for Mermaid. */
const COLORS = {
  light: {
    primaryColor: '#edf2ff',
    primaryBorderColor: '#91a7ff',
    primaryTextColor: '#1a1b1e',
    lineColor: '#5c636a',
    clusterBkg: '#f8f9fa',
    clusterBorder: '#ced4da',
    edgeLabelBackground: '#ffffff',
    noteBkgColor: '#fff9db',
    noteTextColor: '#1a1b1e',
    noteBorderColor: '#e0c866',
  },
  dark: {
    darkMode: true,
    primaryColor: '#2f3a66',
    primaryBorderColor: '#748ffc',
    primaryTextColor: '#e9ecef',
    lineColor: '#a6a7ab',
    clusterBkg: '#202127',
    clusterBorder: '#3c3f44',
    edgeLabelBackground: '#1b1b1f',
    noteBkgColor: '#3d3a26',
    noteTextColor: '#e9ecef',
    noteBorderColor: '#7d7440',
  },
};

/** Diagrams have sizes of their own, which the style sheet limits. */
const SIZED = { useMaxWidth: false };

let count = 0;

async function draw(source, isDark) {
  const { default: mermaid } = await import('mermaid');
  mermaid.initialize({
    startOnLoad: false,
    flowchart: SIZED,
    sequence: SIZED,
    state: SIZED,
    class: SIZED,
    er: SIZED,
    securityLevel: 'strict',
    theme: 'base',
    fontFamily: getComputedStyle(document.body).fontFamily,
    themeVariables: isDark ? COLORS.dark : COLORS.light,
  });
  count += 1;
  const { svg } = await mermaid.render(`diagram-${count}`, source);
  return svg;
}

/** A diagram in the language of Mermaid. Its source is shown until it is drawn, and where scripts are off. */
export const Diagram = defineComponent({
  props: { source: { type: String, required: true } },
  setup(props) {
    const { isDark } = useData();
    const svg = ref('');
    const text = decodeURIComponent(props.source);
    const redraw = async () => {
      svg.value = await draw(text, isDark.value);
    };
    onMounted(redraw);
    watch(isDark, redraw);
    return () =>
      svg.value
        ? h('div', { class: 'diagram', innerHTML: svg.value })
        : h('div', { class: 'diagram' }, h('pre', text));
  },
});
