export default function Home() {
  return <h1 className="text-2xl">Wicked Integrations</h1>;
}
