import { toJsxRuntime, type Components } from 'hast-util-to-jsx-runtime';
import { common, createLowlight } from 'lowlight';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';

const lowlight = createLowlight(common);

// Words written from the right would change places with those beside them; code itself runs from the left.
const components: Partial<Components> = { span: (props) => <bdi {...props} dir="ltr" /> };

/** Code as elements with the highlighter's class names, which markdown.css colours: nothing is injected. */
export function Highlight({ language, text }: { readonly language: string; readonly text: string }) {
  if (!lowlight.registered(language)) return <code>{text}</code>;
  return <code>{toJsxRuntime(lowlight.highlight(language, text), { Fragment, jsx, jsxs, components })}</code>;
}
